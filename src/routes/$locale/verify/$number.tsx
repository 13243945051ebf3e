import { createFileRoute, useLocation } from '@tanstack/react-router'
import { VerificationResult } from '../../../features/verify-certificate/verification-result.tsx'
import { VerifyCertificateScreen } from '../../../features/verify-certificate/verify-certificate-screen.tsx'
import { useVerification } from '../../../features/verify-certificate/verify-certificate.ts'

/**
 * Whether the certificate with a number is genuine. The code on the certificate contains its text after the
 * hash, and a signature.
 */
export const Route = createFileRoute('/$locale/verify/$number')({ component: NumberRoute })

function NumberRoute() {
  const { session, outbox } = Route.useRouteContext().services
  const typed = Route.useParams().number
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = Route.useNavigate()
  const deps = {
    api: session.api,
    checkSignature: outbox.checkSignature,
    onChecked: (outcome: string) => void outbox.track('certificate_verified', { outcome }),
  }
  const { number, result } = useVerification(deps, { typed, hash })
  return (
    <VerifyCertificateScreen
      key={number}
      number={number}
      onCheck={(wanted) =>
        void navigate({ to: '/$locale/verify/$number', params: { number: wanted }, hash: '' })
      }
    >
      <VerificationResult result={result} />
    </VerifyCertificateScreen>
  )
}
