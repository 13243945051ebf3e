import { useTranslate } from '../../i18n/use-translate.ts'
import type { Install } from '../../platform/install/install.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useStore } from '../../lib/use-store.ts'

/** Returns the state of the installation, and `request`, which asks the browser to install the app. */
export const useInstall = (install: Install) => {
  const t = useTranslate()
  const snapshot = useStore(install, install.snapshot)
  const request = async () => {
    if (await install.ask()) notify.success(t('install.done'))
  }
  return { ...snapshot, request: () => void request() }
}
