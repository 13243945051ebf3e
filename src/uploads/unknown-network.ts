import type { NetworkView } from './contract.ts'

/** Before anything is known of the connection. */
export const unknownNetwork: NetworkView = {
  wifiOnly: false,
  obeyDataSaver: true,
  knows: { wifi: false, dataSaver: false },
}
