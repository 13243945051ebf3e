import type { Session } from '../../session/session.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { locales } from '../../config/locales.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { storedPrefixes } from '../../learning/stored-prefixes.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Person } from '../../person/person.ts'
import type { PageCache } from '../../platform/page-cache.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { listOwnFiles, type OwnFile } from '../../stored-files/own-files.ts'

type Deps = {
  user: CurrentUser
  api: ProductApiClient
  session: Pick<Session, 'requestIdentityToken' | 'customer'>
  outbox: Outbox
  uploads: UploadClient
  person: Person
  /** The values of all coaches on this device, by key. */
  drafts: Pick<KeyValues, 'keys' | 'read'>
  now: () => Date
  /** Never resolves if the page was left. */
  haltIfLeft: PageCache['haltIfLeft']
}

/** `content` becomes a JSON file. `missing` is the number of parts that could not be read. */
export type MyData = { content: object; missing: number }

/** Returns the value of a result, or why it is unavailable, so that the file shows what is missing. */
const getValueOrReason = async <T>(
  resultPromise: Promise<Result<T, { code?: string; message?: string }>>,
): Promise<unknown> => {
  const result = await resultPromise
  return result.ok ? result.value : { unavailable: result.error.code ?? result.error.message }
}

/** Whether a part could not be read, as `getValueOrReason` and `person.exportAll` report it. */
const isUnavailable = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'unavailable' in part

/** The data of several years may take long on a slow connection. */
const timeoutMs = 300_000

/** Reads everything that the product API has about a coach: the customer record, and every row about them. */
const readProductData = async ({ api, session, user }: Deps) => {
  const { userID, email, locale } = user
  const { country, language } = locales[locale]
  const getCustomer = async (): Promise<Result<object, AuthFailure | ApiFailure>> => {
    const token = await session.requestIdentityToken(userID)
    if (!token.ok) return token
    return api.call('getCustomer', {
      token: userID,
      authToken: token.value,
      company: 'breaking-barriers',
      email,
      country,
      language: language.toUpperCase(),
    })
  }
  const customer = await getValueOrReason(getCustomer())
  // After the first call, because the response also contains what that call stores.
  const stored = await getValueOrReason(api.call('myData', { customer_id: userID }, { timeout: timeoutMs }))
  return { customer, stored }
}

/** Lists the files in the cloud. The files themselves can be downloaded on the screen of the files. */
const listFiles = async ({ uploads }: Deps): Promise<Result<OwnFile[], { code: string }>> => {
  const files = await listOwnFiles(uploads.storage)
  return files.ok ? files : fail({ code: files.error.code ?? files.error.kind })
}

/** Reads the values on this device whose keys start with a prefix. Resolves to the values by key, without the prefix. */
const readByPrefix = async ({ drafts }: Deps, prefix: string): Promise<object> => {
  const keys = (await drafts.keys()).filter((key) => key.startsWith(prefix))
  const readEntry = async (key: string) => [key.slice(prefix.length), await drafts.read(key)] as const
  return Object.fromEntries(await Promise.all(keys.map(readEntry)))
}

/**
 * Reads what the coach did in the modules on this device: the drafts of answers, the step and the second of
 * the video where they stopped, the pages that they opened, the parts of the video that they saw, the modules
 * that are yet to be celebrated, and the drills that they marked.
 */
const readLearning = async (deps: Deps) => {
  const { userID } = deps.user
  const [drafts, places, opened, positions, seen, celebrations, favourites] = await Promise.all([
    // The keys of drafts start with the customer id.
    readByPrefix(deps, `${userID}/`),
    readByPrefix(deps, `${storedPrefixes.modulePositions}${userID}/`),
    readByPrefix(deps, `${storedPrefixes.openedPages}${userID}/`),
    readByPrefix(deps, `${storedPrefixes.videoPositions}${userID}/`),
    readByPrefix(deps, `${storedPrefixes.seen}${userID}/`),
    readByPrefix(deps, `${storedPrefixes.celebrations}${userID}/`),
    deps.drafts.read(`${storedPrefixes.favourites}${userID}`),
  ])
  return { drafts, places, opened, positions, seen, celebrations, favourites: favourites ?? [] }
}

/**
 * Collects everything that this device and the services have about the coach, except credentials. Resolves to
 * undefined if the session ended before everything was read, because another user may be using the device
 * now.
 */
export const collectMyData = async (deps: Deps): Promise<MyData | undefined> => {
  const { user, session, outbox, uploads, person, now, haltIfLeft } = deps
  // The credentials and their expiry are left out.
  const { accessToken: _access, refreshToken: _refresh, expire: _expire, ...account } = user
  const ownUploads = uploads.snapshot().tasks.filter(({ customer }) => customer === user.userID)
  const [profile, product, files, journal, receipts, learning] = await Promise.all([
    person.exportAll(),
    readProductData(deps),
    getValueOrReason(listFiles(deps)),
    outbox.readJournal(),
    outbox.readReceipts(),
    readLearning(deps),
  ])
  if (session.customer() !== user.userID) return undefined
  const device = {
    profile: person.snapshot(),
    outbox: outbox.snapshot().entries,
    journal,
    receipts,
    ...learning,
    uploads: ownUploads,
  }
  const services = { ...profile, product, files }
  const missing = [...Object.values(profile), ...Object.values(product), files].filter(isUnavailable).length
  // A browser aborts the calls of a page that is being left, so parts are missing. In this case `stays` never
  // resolves, and no missing parts are reported.
  if (missing > 0) await haltIfLeft()
  return { content: { collectedAt: now().toISOString(), account, services, device }, missing }
}
