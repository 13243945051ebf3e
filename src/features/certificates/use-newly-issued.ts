import { useState } from 'react'
import type { CertificateState } from './certificate-state.ts'

/** The states of a certificate whose number may change while its page is open. */
const isPending = ({ kind }: CertificateState): boolean =>
  kind === 'to-complete' || kind === 'to-request' || kind === 'requested' || kind === 'replaced'

/**
 * Returns whether the certificate was issued while this component has been shown, and the function that ends
 * this. A certificate from an earlier visit is not new.
 */
export const useNewlyIssued = (state: CertificateState): { isNew: boolean; onShown: () => void } => {
  const [wasPending, setWasPending] = useState(false)
  if (!wasPending && isPending(state)) setWasPending(true)
  return { isNew: wasPending && state.kind === 'issued', onShown: () => setWasPending(false) }
}
