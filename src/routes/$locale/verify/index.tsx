import { createFileRoute } from '@tanstack/react-router'
import { VerifyCertificateScreen } from '../../../features/verify-certificate/verify-certificate-screen.tsx'

export const Route = createFileRoute('/$locale/verify/')({ component: VerifyRoute })

function VerifyRoute() {
  const navigate = Route.useNavigate()
  return (
    <VerifyCertificateScreen
      onCheck={(number) => void navigate({ to: '/$locale/verify/$number', params: { number } })}
    />
  )
}
