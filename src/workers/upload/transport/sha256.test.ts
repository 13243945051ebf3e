import { Sha256Js } from '@smithy/core/checksum'
import { array, assert, asyncProperty, oneof, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

const bytes = uint8Array({ maxLength: 200 })
const digests = async (secret: string | Uint8Array | undefined, chunks: Uint8Array[]) =>
  Promise.all(
    [new Sha256(secret), new Sha256Js(secret)].map((hash) => {
      for (const chunk of chunks) hash.update(chunk)
      return hash.digest()
    }),
  )

test("is the SHA-256 of all that it was given, as the SDK's own in JavaScript", () =>
  assert(
    asyncProperty(array(bytes), async (chunks) => {
      const [ours, theirs] = await digests(undefined, chunks)
      expect(ours).toEqual(theirs)
    }),
  ))

test('is the HMAC with a secret, which is none when it is empty', () =>
  assert(
    asyncProperty(oneof(uint8Array({ minLength: 1 }), string()), array(bytes), async (secret, chunks) => {
      const [ours, theirs] = await digests(secret, chunks)
      expect(ours).toEqual(theirs)
    }),
  ))
