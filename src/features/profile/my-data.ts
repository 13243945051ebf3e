import type { Session } from '../../session/session.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import { courses } from '../../config/courses.ts'
import { locales } from '../../config/locales.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Result } from '../../lib/result.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Person } from '../../person/person.ts'
import type { UploadClient } from '../../uploads/contract.ts'

type Deps = {
  user: CurrentUser
  api: ProductApiClient
  session: Session
  outbox: Outbox
  uploads: UploadClient
  person: Person
  now: () => Date
}

/** The value of a result, or the code of its failure: the file says what is missing in it. */
const valueOrCode = async <T>(call: Promise<Result<T, { code: string }>>): Promise<unknown> => {
  const result = await call
  return result.ok ? result.value : { unavailable: result.error.code }
}

/** Everything the product API knows of a coach. */
const productOf = async ({ api, session, user }: Deps): Promise<object> => {
  const { userID, email, locale } = user
  const me = { customer_id: userID }
  const { country, language } = locales[locale]
  const customer = async (): Promise<unknown> => {
    const token = await session.identityToken(userID)
    if (!token.ok) return { unavailable: token.error.message }
    const who = { token: userID, authToken: token.value, company: 'breaking-barriers', email }
    return valueOrCode(api.call('getCustomer', { ...who, country, language: language.toUpperCase() }))
  }
  const modules = courses.flatMap((course) => course.modules)
  const answers = modules.map(async (module) => {
    const call =
      module.kind === 'video'
        ? api.call('getAnswers', { ...me, video_id: module.id })
        : api.call('getExtraAnswers', { ...me, extra_module_id: module.id })
    return [module.id, await valueOrCode(call)] as const
  })
  const certificates = courses.map(
    async ({ id }) =>
      [id, await valueOrCode(api.call('checkCertificate2', { ...me, course_id: id }))] as const,
  )
  return {
    customer: await customer(),
    progress: await valueOrCode(api.call('statusSurvey', me)),
    impact: await valueOrCode(api.call('getImpact', me)),
    answers: Object.fromEntries(await Promise.all(answers)),
    certificates: Object.fromEntries(await Promise.all(certificates)),
  }
}

/** What this device and the services hold about the coach, without anything that could open the account. */
export const myData = async (deps: Deps): Promise<object> => {
  const { user, outbox, uploads, person, now } = deps
  const { accessToken: _access, refreshToken: _refresh, expire: _expire, ...account } = user
  const mine = uploads.snapshot().tasks.filter(({ customer }) => customer === user.userID)
  const [services, product, journal] = await Promise.all([
    person.everything(),
    productOf(deps),
    outbox.journal(),
  ])
  return {
    collectedAt: now().toISOString(),
    account,
    services: { ...services, product },
    device: {
      profile: person.snapshot(),
      outbox: outbox.snapshot().entries,
      journal,
      uploads: mine,
    },
  }
}
