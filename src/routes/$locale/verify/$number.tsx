import { createFileRoute, useLocation } from '@tanstack/react-router'
import { VerificationResult } from '../../../features/verify-certificate/verification-result.tsx'
import { VerifyCertificateScreen } from '../../../features/verify-certificate/verify-certificate-screen.tsx'
import { useVerification } from '../../../features/verify-certificate/verify-certificate.ts'

/**
 * Shows whether the certificate with a number is genuine. The QR code on a certificate leads here: the hash
 * of its URL contains the certificate's text and signature.
 */
export const Route = createFileRoute('/$locale/verify/$number')({ component: NumberRoute })

function NumberRoute() {
  const { session, outbox } = Route.useRouteContext().services
  const { number: numberParam } = Route.useParams()
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = Route.useNavigate()
  const deps = {
    api: session.api,
    checkSignature: outbox.checkSignature,
    onChecked: (outcome: string) => void outbox.track('certificate_verified', { outcome }),
  }
  const { number, result } = useVerification(deps, { typedNumber: numberParam, hash })
  return (
    <VerifyCertificateScreen
      key={number}
      number={number}
      onCheck={(otherNumber) =>
        void navigate({ to: '/$locale/verify/$number', params: { number: otherNumber }, hash: '' })
      }
    >
      <VerificationResult result={result} />
    </VerifyCertificateScreen>
  )
}
