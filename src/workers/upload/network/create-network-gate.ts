import { createStore } from '../../../lib/create-store.ts'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import type { Log } from '../../../platform/log.ts'
import type { KeyValues } from '../../../platform/storage/key-values.ts'
import { networkSettingsSchema, type NetworkSettings } from '../../../uploads/commands.ts'
import type { NetworkView } from '../../../uploads/contract.ts'

/**
 * The part of `navigator.connection` that the app uses. Browsers support all of it, some of it, or nothing.
 */
export type NetworkInformation = Pick<EventTarget, 'addEventListener'> & {
  readonly type?: string | undefined
  readonly saveData?: boolean | undefined
}

/** Makes uploads wait for an unmetered connection if the coach or the device wants that. */
export type NetworkGate = {
  /** Returns the settings, the connection, and why the settings hold back all uploads now, if so. */
  getView: () => NetworkView
  set: (settings: NetworkSettings) => Promise<void>
  /** Calls `listener` whenever the view may have changed. */
  subscribe: (listener: () => void) => void
}

type Deps = {
  /** `navigator.connection`. Undefined if the browser does not report its connection. */
  networkInformation: NetworkInformation | undefined
  values: Pick<KeyValues, 'read' | 'write'>
  log: Log
}

const storageKey = 'upload-network'
/** By default, uploads wait while the device's data saver is on, because they use the most data. */
const defaultSettings: NetworkSettings = { wifiOnly: false, obeyDataSaver: true }

/**
 * Connections whose data usually costs money. An unknown type is not included, because an upload must not
 * wait forever.
 */
const meteredTypes: ReadonlySet<string | undefined> = new Set(['cellular', 'bluetooth', 'wimax'])
/** Whether the data of a connection usually costs nothing. An unknown type is not included either. */
const isUnmetered = (type: string | undefined): boolean => type === 'wifi' || type === 'ethernet'

/** Returns why the settings hold back uploads on this connection, or undefined if they do not. */
const getHoldReason = (
  { wifiOnly, obeyDataSaver }: NetworkSettings,
  { type, saveData }: Pick<NetworkInformation, 'type' | 'saveData'>,
): NetworkView['held'] => {
  if (wifiOnly && meteredTypes.has(type)) return 'wifi-needed'
  // Over an unmetered connection, no data has to be saved.
  return obeyDataSaver && saveData === true && !isUnmetered(type) ? 'data-saver' : undefined
}

/**
 * Creates the gate. Its settings belong to this device. Until they are read, shortly after the start, the
 * strictest settings apply.
 */
export const createNetworkGate = ({ networkInformation, values, log }: Deps): NetworkGate => {
  const settings = createStore<NetworkSettings>({ wifiOnly: true, obeyDataSaver: true })

  const load = async () => {
    // If the stored settings cannot be read, the default settings apply.
    const stored: unknown = await values.read(storageKey).catch(() => undefined)
    settings.set(parseOrUndefined(networkSettingsSchema, stored) ?? defaultSettings)
  }
  const settingsLoaded = load()
  // The same settings may have another effect on the new connection, so a copy of them is set, which calls
  // the listeners.
  networkInformation?.addEventListener('change', () => settings.set({ ...settings.get() }))

  return {
    getView: () => {
      const { type, saveData } = networkInformation ?? {}
      const holdReason = getHoldReason(settings.get(), { type, saveData })
      const knows = { wifi: type !== undefined, dataSaver: saveData !== undefined }
      return { ...settings.get(), knows, ...(holdReason && { held: holdReason }) }
    },
    set: async (newSettings) => {
      // If the stored settings are still being read, they would replace the new settings.
      await settingsLoaded
      settings.set(newSettings)
      await values
        .write(storageKey, newSettings)
        .catch((error: unknown) =>
          log.warn('The network settings of uploads cannot be saved', { error: String(error) }),
        )
    },
    subscribe: settings.subscribe,
  }
}
