import { Sha256Js } from '@smithy/core/checksum'
import { array, asyncProperty, oneof, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { playLives } from '../../../lib/testing/play-lives.ts'
import { chooseLives } from '../../../lib/testing/random-lives.ts'
import { Sha256 } from './sha256.ts'

const lives = chooseLives(
  'src/workers/upload/transport/sha256.test.ts',
  { usual: 100, red: [] },
  import.meta.env,
)

const bytes = uint8Array({ maxLength: 200 })
const digests = async (secret: string | Uint8Array | undefined, chunks: Uint8Array[]) =>
  Promise.all(
    [new Sha256(secret), new Sha256Js(secret)].map((hash) => {
      for (const chunk of chunks) hash.update(chunk)
      return hash.digest()
    }),
  )

test('computes the SHA-256 of all its input, like the SDK does in JavaScript', () =>
  playLives(
    lives,
    asyncProperty(array(bytes), async (chunks) => {
      const [ours, theirs] = await digests(undefined, chunks)
      expect(ours).toEqual(theirs)
    }),
  ))

test('computes the HMAC with a secret, and a plain hash when the secret is empty', () =>
  playLives(
    lives,
    asyncProperty(oneof(uint8Array({ minLength: 1 }), string()), array(bytes), async (secret, chunks) => {
      const [ours, theirs] = await digests(secret, chunks)
      expect(ours).toEqual(theirs)
    }),
  ))
