import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { vi } from 'vitest'

/** What a browser adds to a signature, and what a test may forge. */
type Behaviour = {
  /** The page that asks. */
  origin: string
  /** Absent: what the options say. */
  relyingPartyId?: string
  /** Absent: what the options say. */
  challenge?: string
  isUserVerified: boolean
  /** The name of the `DOMException` that ends the prompt, such as `NotAllowedError`, or `TypeError`. */
  error?: string
  /** Runs while the prompt is open. */
  beforeSigning?: () => Promise<unknown>
}

type StoredKey = {
  id: Buffer
  privateKey: KeyObject
  relyingPartyId: string
  userHandle: Buffer
  count: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Copies bytes into an `ArrayBuffer` of exactly their length. */
const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** The members of the options that Amplify passes to a browser, as far as this authenticator reads them. */
type Descriptor = { id: ArrayBuffer }
type CreationOptions = {
  rp: { id: string }
  user: { id: ArrayBuffer }
  challenge: ArrayBuffer
  excludeCredentials: Descriptor[]
}
type Prompt<Options> = { publicKey: Options; signal?: AbortSignal }
type RequestOptions = { rpId: string; challenge: ArrayBuffer; allowCredentials: Descriptor[] }

/** The flags of authenticator data (WebAuthn §6.1). */
const flags = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 }

/** Encodes a public key on the curve P-256 in the format of COSE. */
const encodePublicKey = (key: KeyObject): Uint8Array => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

class TestCredential {
  readonly type = 'public-key'
  readonly authenticatorAttachment = 'platform'
  readonly id: string
  readonly rawId: ArrayBuffer
  readonly response: TestAttestation | TestAssertion
  constructor(id: Buffer, response: TestAttestation | TestAssertion) {
    this.id = id.toString('base64url')
    this.rawId = toArrayBuffer(id)
    this.response = response
  }
  getClientExtensionResults() {
    return {}
  }
}

class TestAttestation {
  readonly clientDataJSON: ArrayBuffer
  readonly attestationObject: ArrayBuffer
  readonly #authenticatorData: Buffer
  constructor(clientDataJSON: Buffer, authenticatorData: Buffer) {
    this.clientDataJSON = toArrayBuffer(clientDataJSON)
    this.#authenticatorData = authenticatorData
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authenticatorData)],
    ])
    this.attestationObject = toArrayBuffer(isoCBOR.encode(attestation))
  }
  getTransports() {
    return ['internal']
  }
  getPublicKey() {
    return null
  }
  getPublicKeyAlgorithm() {
    return -7
  }
  getAuthenticatorData() {
    return toArrayBuffer(this.#authenticatorData)
  }
}

class TestAssertion {
  readonly clientDataJSON: ArrayBuffer
  readonly authenticatorData: ArrayBuffer
  readonly signature: ArrayBuffer
  readonly userHandle: ArrayBuffer
  constructor(parts: Record<'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle', Buffer>) {
    this.clientDataJSON = toArrayBuffer(parts.clientDataJSON)
    this.authenticatorData = toArrayBuffer(parts.authenticatorData)
    this.signature = toArrayBuffer(parts.signature)
    this.userHandle = toArrayBuffer(parts.userHandle)
  }
}

/**
 * Gives this process the part of a browser that passkeys need, with an authenticator in software: keys on the
 * curve P-256, no attestation. Amplify then registers and uses passkeys as in a browser. `behaviour` changes
 * the next signatures. `vi.unstubAllGlobals` removes all of it.
 */
export const useSoftwareAuthenticator = (origin = 'http://localhost:4000') => {
  const behaviour: Behaviour = { origin, isUserVerified: true }
  let keys: StoredKey[] = []

  const createClientData = (type: string, challenge: ArrayBuffer) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: behaviour.challenge ?? Buffer.from(challenge).toString('base64url'),
        origin: behaviour.origin,
        crossOrigin: false,
      }),
    )

  const createData = (relyingPartyId: string, count: number, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const set =
      flags.userPresent |
      (behaviour.isUserVerified ? flags.userVerified : 0) |
      (attested.length > 0 ? flags.attestedCredential : 0)
    return Buffer.concat([
      sha256(behaviour.relyingPartyId ?? relyingPartyId),
      Buffer.from([set]),
      counter,
      attested,
    ])
  }

  const prompt = async (signal = new AbortController().signal) => {
    signal.throwIfAborted()
    const isClosed = new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('The prompt was closed.', 'AbortError')))
    })
    await Promise.race([behaviour.beforeSigning?.(), isClosed])
    if (behaviour.error === 'TypeError') throw new TypeError('The prompt was ended.')
    if (behaviour.error !== undefined) throw new DOMException('The prompt was ended.', behaviour.error)
  }

  const create = async ({ publicKey: options, signal }: Prompt<CreationOptions>) => {
    await prompt(signal)
    const isExcluded = (id: Buffer) =>
      options.excludeCredentials.some((excluded) => Buffer.from(excluded.id).equals(id))
    if (keys.some(({ id }) => isExcluded(id))) throw new DOMException('It exists.', 'InvalidStateError')
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const relyingPartyId = options.rp.id
    keys.push({ id, privateKey, relyingPartyId, userHandle: Buffer.from(options.user.id), count: 0 })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, encodePublicKey(publicKey)])
    const clientData = createClientData('webauthn.create', options.challenge)
    return new TestCredential(id, new TestAttestation(clientData, createData(relyingPartyId, 0, attested)))
  }

  const get = async ({ publicKey: options, signal }: Prompt<RequestOptions>) => {
    await prompt(signal)
    const allowed = options.allowCredentials.map(({ id }) => Buffer.from(id))
    const key = keys.find(
      ({ id, relyingPartyId }) =>
        relyingPartyId === options.rpId && allowed.some((other) => other.equals(id)),
    )
    // A browser does not say that it has no such key.
    if (!key) throw new DOMException('The prompt was ended.', 'NotAllowedError')
    key.count += 1
    const clientDataJSON = createClientData('webauthn.get', options.challenge)
    const authenticatorData = createData(key.relyingPartyId, key.count)
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      key.privateKey,
    )
    const parts = { clientDataJSON, authenticatorData, signature, userHandle: key.userHandle }
    return new TestCredential(key.id, new TestAssertion(parts))
  }

  vi.stubGlobal('PublicKeyCredential', TestCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', TestAttestation)
  vi.stubGlobal('AuthenticatorAssertionResponse', TestAssertion)
  vi.stubGlobal('window', { isSecureContext: true, document: {}, PublicKeyCredential: TestCredential })
  vi.stubGlobal('navigator', { credentials: { create, get }, userAgent: 'Node' })

  return {
    behaviour,
    /** Sets back the counters of all keys, as if they had been copied. */
    resetCounters: () => {
      for (const key of keys) key.count = -1
    },
    forgetKeys: () => {
      keys = []
    },
  }
}
