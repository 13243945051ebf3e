import type { NetworkView } from './contract.ts'

/** The view of the network before anything is known of the connection. */
export const unknownNetwork: NetworkView = {
  wifiOnly: false,
  obeyDataSaver: true,
  knows: { wifi: false, dataSaver: false },
}
