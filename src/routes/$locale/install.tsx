import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { InstallScreen } from '../../features/install/install-screen.tsx'
import { useInstall } from '../-install-route.tsx'

export const Route = createFileRoute('/$locale/install')({ component: InstallRoute })

function InstallRoute() {
  const { services } = Route.useRouteContext()
  const { install } = services
  const { installed, canAsk } = useSyncExternalStore(install.subscribe, install.snapshot)
  const ask = useInstall(services)
  return (
    <InstallScreen way={install.way} installed={installed} canAsk={canAsk} onInstall={() => void ask()} />
  )
}
