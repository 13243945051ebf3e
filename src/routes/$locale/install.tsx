import { createFileRoute } from '@tanstack/react-router'
import { InstallScreen } from '../../features/install/install-screen.tsx'
import { BackToProfile } from '../../features/profile/back-to-profile.tsx'
import { BesideProfileMenu } from '../../features/profile/profile-menu.tsx'
import { useStore } from '../../lib/use-store.ts'

export const Route = createFileRoute('/$locale/install')({ component: InstallRoute })

function InstallRoute() {
  const { session, device } = Route.useRouteContext().services
  const isSignedIn = useStore(session, session.state).status === 'authenticated'
  return (
    <BesideProfileMenu current={isSignedIn ? 'install' : undefined}>
      <InstallScreen install={device.install} parentLink={isSignedIn && <BackToProfile />} />
    </BesideProfileMenu>
  )
}
