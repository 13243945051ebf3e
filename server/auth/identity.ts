import type { LocaleAuth } from '../../src/config/locales.ts'
import type { Result } from '../../src/lib/result.ts'

/** Who a token speaks for, by the word of which kind of provider. */
export type Identity = { customer: string; admin: boolean; provider: LocaleAuth['kind'] }

export type TokenUse = 'id' | 'access'

export type Verified = Promise<Result<Identity, 'identity-refused'>>
