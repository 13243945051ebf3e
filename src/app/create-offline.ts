import { createOfflineModules } from '../offline/create-offline-modules.ts'
import type { OfflineModules } from '../offline/offline-modules.ts'
import { hasRoomFor } from '../platform/cache-room.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'

/** Where there are no caches (some private windows), nothing can be downloaded. */
const nowhere: OfflineModules = {
  snapshot: () => none,
  subscribe: () => () => undefined,
  sizeOf: () => Promise.reject(new Error('This browser has no caches')),
  download: async () => undefined,
  pause: async () => undefined,
  remove: async () => undefined,
}
const none: ReturnType<OfflineModules['snapshot']> = new Map()

/** The modules that are downloaded to this device; every tab hears of changes. */
export const createOffline = (
  connectivity: Connectivity,
  wait: (ms: number) => Promise<void>,
): OfflineModules => {
  if (!('caches' in window) || !('serviceWorker' in navigator)) return nowhere
  const channel = new BroadcastChannel('kept-modules')
  return createOfflineModules({
    caches,
    locks: navigator.locks,
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other
      announce: () => channel.postMessage('changed'),
      listen: (listener) => channel.addEventListener('message', listener),
    },
    connectivity,
    wait,
    fetch: (address, init) => fetch(address, init),
    played: async (address) => (await caches.open('videos')).match(address),
    hasRoom: async (bytes) => hasRoomFor(navigator.storage, bytes),
  })
}
