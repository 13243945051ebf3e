import { useState } from 'react'
import type { CertificateState } from './certificate-state.ts'

/**
 * Whether a certificate was requested on this device and is about to be issued. `to-request` does not count:
 * before the server has responded, even an issued certificate can have this state.
 */
const isPending = ({ kind }: CertificateState): boolean => kind === 'requested' || kind === 'replaced'

/**
 * Returns whether the certificate was issued while this component was shown (`isNew`). It is no longer new once
 * `onShown` is called, so that it is celebrated once. A certificate from an earlier visit is not new.
 */
export const useNewlyIssued = (state: CertificateState): { isNew: boolean; onShown: () => void } => {
  const [wasPending, setWasPending] = useState(false)
  if (!wasPending && isPending(state)) setWasPending(true)
  return { isNew: wasPending && state.kind === 'issued', onShown: () => setWasPending(false) }
}
