import { createFileRoute } from '@tanstack/react-router'
import { CheckScreen } from '../../../features/certificate-check/check-screen.tsx'

/** Where anybody verifies a certificate. */
export const Route = createFileRoute('/$locale/verify/')({ component: VerifyRoute })

function VerifyRoute() {
  const navigate = Route.useNavigate()
  // As a new page: the scripts of others run in this one, and would read the number in the address.
  const show = (number: string) =>
    navigate({ to: '/$locale/verify/$number', params: { number }, reloadDocument: true })
  return <CheckScreen onCheck={(number) => void show(number)} />
}
