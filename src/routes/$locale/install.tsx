import { createFileRoute } from '@tanstack/react-router'
import { InstallScreen } from '../../features/install/install-screen.tsx'

export const Route = createFileRoute('/$locale/install')({ component: InstallRoute })

function InstallRoute() {
  return <InstallScreen install={Route.useRouteContext().services.device.install} />
}
