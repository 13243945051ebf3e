import type { IncomingHttpHeaders } from 'node:http'
import type { LocaleCode } from '../../src/config/locales.ts'
import { keyHeader } from '../../src/contract/service-call.ts'
import type { Authorize } from './endpoint.ts'
import { ServiceError } from './service-error.ts'

/** The id of the coach of an identity token, and the locale of the key that came with it. */
export type PersonCallers = { identity: { person: string; locale: LocaleCode } }

/** The outcome of verifying a token. `person` is the id of its owner. */
export type Identification = { kind: 'valid'; person: string } | { kind: 'expired' } | { kind: 'invalid' }
export type IdentifyPerson = (identityToken: string) => Promise<Identification>

type Deps = { identify: IdentifyPerson; localeByKey: ReadonlyMap<string, LocaleCode> }

const identifyCaller = async ({ authorization = '' }: IncomingHttpHeaders, identify: IdentifyPerson) => {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1]
  if (token === undefined) throw new ServiceError(401, 'token-missing', 'The bearer token is missing.')
  const identification = await identify(token)
  if (identification.kind === 'valid') return identification.person
  if (identification.kind === 'expired')
    throw new ServiceError(401, 'token-expired', 'The bearer token has expired.')
  throw new ServiceError(401, 'token-refused', 'The bearer token is wrong.')
}

/** Checks the key of the site and the identity token. Throws if one of them is wrong. */
export const createPersonAuthorizer = ({ identify, localeByKey }: Deps): Authorize<PersonCallers> => ({
  identity: async (headers) => {
    const key = headers[keyHeader.toLowerCase()]
    const locale = typeof key === 'string' ? localeByKey.get(key) : undefined
    if (!locale) throw new ServiceError(403, 'key-refused', `${keyHeader} is missing or unknown.`)
    return { person: await identifyCaller(headers, identify), locale }
  },
})
