import { useState } from 'react'
import type { CertificateState } from './certificate-state.ts'

/**
 * Whether a certificate was requested on this device and is about to be issued. Before the server has
 * responded, an issued certificate looks like one that is to be requested.
 */
const isPending = ({ kind }: CertificateState): boolean => kind === 'requested' || kind === 'replaced'

/**
 * Returns whether the certificate was issued while this component has been shown, and the function that ends
 * this. A certificate from an earlier visit is not new.
 */
export const useNewlyIssued = (state: CertificateState): { isNew: boolean; onShown: () => void } => {
  const [wasPending, setWasPending] = useState(false)
  if (!wasPending && isPending(state)) setWasPending(true)
  return { isNew: wasPending && state.kind === 'issued', onShown: () => setWasPending(false) }
}
