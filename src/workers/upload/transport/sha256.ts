import { concatBytes, toUint8Array } from '@smithy/core/serde'
import type { Checksum, SourceData } from '@smithy/types'

/**
 * SHA-256 for signatures, or its HMAC if there is a secret, computed by the browser. The SDK's own class
 * includes a JavaScript implementation for pages without a secure context, which have no uploads.
 */
export class Sha256 implements Checksum {
  #secret: SourceData | undefined
  #chunks: Uint8Array[] = []

  constructor(secret?: SourceData) {
    this.#secret = secret
  }

  update(data: Uint8Array): void {
    this.#chunks.push(data.slice())
  }

  async digest(): Promise<Uint8Array> {
    const data = concatBytes(this.#chunks).slice()
    // As in the SDK, an empty secret is treated as no secret. Browsers refuse a key of zero bytes.
    if (!this.#secret) return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
    const secret = toUint8Array(this.#secret).slice()
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, data))
  }

  reset(): void {
    this.#chunks = []
  }
}
