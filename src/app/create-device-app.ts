import type { LocaleCode } from '../config/locales.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import { createInstall } from '../platform/install/install.ts'
import { keepStorage } from '../platform/keep-storage.ts'
import { keptCachePrefix } from '../offline/downloaded-modules.ts'
import { freeStorage, measureStorage } from '../offline/storage-usage.ts'
import { createOffline } from './create-offline.ts'
import type { Services } from './services.ts'

const isStandalone = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

const storage = (): StorageManager | undefined => ('storage' in navigator ? navigator.storage : undefined)

/** What makes the site an app of this device: installed, with modules kept, and a look at the space it takes. */
export const createDeviceApp = (
  connectivity: Connectivity,
  wait: (ms: number) => Promise<void>,
): Pick<Services, 'install' | 'offline' | 'deviceStorage'> => ({
  install: createInstall({
    target: window,
    storage: () => localStorage,
    standalone: isStandalone,
    navigator,
  }),
  offline: createOffline(connectivity, wait),
  deviceStorage: {
    measure: async (locale: LocaleCode) => {
      if (!('caches' in window)) return { kinds: {} }
      const isModule = (name: string) => name.startsWith(keptCachePrefix)
      return measureStorage({ storage: storage(), caches }, { locale, isModule })
    },
    free: async (kind, locale) => {
      if ('caches' in window) await freeStorage(caches, kind, locale)
    },
    persisted: async () => (await storage()?.persisted()) ?? false,
    persist: async () => {
      const manager = storage()
      return manager !== undefined && keepStorage(manager)
    },
  },
})
