import * as v from 'valibot'
import { createStore } from '../../../lib/create-store.ts'
import { parsed } from '../../../lib/parsed.ts'
import type { Log } from '../../../platform/log.ts'
import type { KeyValues } from '../../../platform/storage/key-values.ts'
import type { NetworkSettings } from '../../../uploads/commands.ts'
import type { NetworkView } from '../../../uploads/contract.ts'

/** The part of `navigator.connection` that is used; browsers have all of it, some, or nothing. */
export type NetworkInformation = Pick<EventTarget, 'addEventListener'> & {
  readonly type?: string | undefined
  readonly saveData?: boolean | undefined
}

/** Lets uploads wait for a connection that costs nothing, where the person or the device wants that. */
export type NetworkGate = {
  view: () => NetworkView
  set: (settings: NetworkSettings) => Promise<void>
  /** Calls the listener whenever the view may have changed. */
  subscribe: (listener: () => void) => void
}

type Deps = {
  /** Absent where the browser says nothing of its connection. */
  connection: NetworkInformation | undefined
  values: Pick<KeyValues, 'read' | 'write'>
  log: Log
}

const key = 'upload-network'
/** Data saving concerns uploads most of all. */
const initial: NetworkSettings = { wifiOnly: false, obeyDataSaver: true }
const settingsShape = v.object({ wifiOnly: v.boolean(), obeyDataSaver: v.boolean() })

/** Connections that are paid by the byte. Of an unknown one nothing can be said: an upload must not wait for ever. */
const metered: ReadonlySet<string | undefined> = new Set(['cellular', 'bluetooth', 'wimax'])
const isUnmetered = (type: string | undefined): boolean => type === 'wifi' || type === 'ethernet'

const heldBy = (
  { wifiOnly, obeyDataSaver }: NetworkSettings,
  { type, saveData }: Pick<NetworkInformation, 'type' | 'saveData'>,
): NetworkView['held'] => {
  if (wifiOnly && metered.has(type)) return 'wifi-needed'
  // Without a price there is nothing to save.
  return obeyDataSaver && saveData === true && !isUnmetered(type) ? 'data-saver' : undefined
}

/** The settings are this device's own. Until they are read, as a moment after the start, the cautious ones count. */
export const createNetworkGate = ({ connection, values, log }: Deps): NetworkGate => {
  const settings = createStore<NetworkSettings>({ wifiOnly: true, obeyDataSaver: true })

  const load = async () => {
    settings.set(parsed(settingsShape, await values.read(key).catch(() => undefined)) ?? initial)
  }
  const loaded = load()
  // The same settings mean something else on another connection.
  connection?.addEventListener('change', () => settings.set({ ...settings.get() }))

  return {
    view: () => {
      const held = heldBy(settings.get(), { type: connection?.type, saveData: connection?.saveData })
      const knows = { wifi: connection?.type !== undefined, dataSaver: connection?.saveData !== undefined }
      return { ...settings.get(), knows, ...(held && { held }) }
    },
    set: async (next) => {
      await loaded
      settings.set(next)
      await values
        .write(key, next)
        .catch((error: unknown) =>
          log.warn('The network settings of uploads cannot be saved', { error: String(error) }),
        )
    },
    subscribe: settings.subscribe,
  }
}
