import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import { createCheckByKey, type CheckByKeyDeps } from './check-by-key.ts'

/** A signature of the server, with the id of its key. */
type Signed = { key_id: string; signature: string }

/** Checks the server's signature of a text. See `createCheckByKey`. */
export const createCheckSignature = (deps: CheckByKeyDeps) => {
  const check = createCheckByKey(deps)
  return ({ key_id, signature }: Signed, text: string): Promise<boolean | undefined> =>
    check(key_id, (publicKey) => verifyEd25519({ text, signature, publicKey }))
}

export type CheckSignature = ReturnType<typeof createCheckSignature>
