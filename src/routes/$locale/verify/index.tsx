import { createFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '../../../features/certificate-check/check-screen.tsx'

export const Route = createFileRoute('/$locale/verify/')({ component: VerifyRoute })

function VerifyRoute() {
  const navigate = Route.useNavigate()
  return (
    <CheckScreen onCheck={(number) => void navigate({ to: '/$locale/verify/$number', params: { number } })} />
  )
}
