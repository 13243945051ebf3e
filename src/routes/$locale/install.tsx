import { createFileRoute } from '@tanstack/react-router'
import { InstallScreen } from '../../features/install/install-screen.tsx'
import { BesideProfileMenu } from '../../features/profile/profile-menu.tsx'
import { useStore } from '../../lib/use-store.ts'

export const Route = createFileRoute('/$locale/install')({ component: InstallRoute })

function InstallRoute() {
  const { session, device } = Route.useRouteContext().services
  const { status } = useStore(session, session.state)
  return (
    <BesideProfileMenu current={status === 'authenticated' ? 'install' : undefined}>
      <InstallScreen install={device.install} />
    </BesideProfileMenu>
  )
}
