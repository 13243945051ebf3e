import { useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'
import { InstallOffer } from '../features/install/install-offer.tsx'
import { useWords } from '../i18n/use-words.ts'
import { notify } from '../ui/feedback/notify.ts'

/** Has the browser install the app, and says so. */
export const useInstall = ({ install }: Pick<Services, 'install'>): (() => Promise<void>) => {
  const t = useWords()
  return async () => {
    if (await install.ask()) notify.success(t('install.done'))
  }
}

/** The offer to install, once it is deserved. */
export const InstallOfferRoute = ({ services }: { services: Services }) => {
  const { install } = services
  const { offered, canAsk } = useSyncExternalStore(install.subscribe, install.snapshot)
  const ask = useInstall(services)
  return offered && <InstallOffer canAsk={canAsk} onInstall={() => void ask()} onLater={install.dismiss} />
}
