import { expect, test } from 'vitest'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { DataSourceID, rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile({
  tokenLifetimes: { accessSeconds: 600, refreshSeconds: 86_400 },
})

type Tokens = { ProfileID: string; AccessToken: string; RefreshToken: string }

const details = ({ AccessToken }: Tokens) =>
  services().loyalty.call('userDetails', undefined, { accessToken: AccessToken })

/** Renews a person's tokens, as one of their devices does. */
const renew = (
  Username: string,
  { ProfileID, AccessToken, RefreshToken }: Tokens,
  refreshToken = RefreshToken,
) =>
  services().loyalty.call(
    'refreshToken',
    { DataSourceID, Username, ProfileID, RefreshToken: refreshToken },
    { accessToken: AccessToken },
  )

test('expires an access token as stated, and renews it by the refresh token, also after a restart', async () => {
  const first = await services().join('expiry@example.com')
  sandbox().advance(599_000)
  unwrap(await details(first))
  sandbox().advance(1000)
  expect(await details(first)).toEqual(rejected(loyaltyErrors.tokenExpired, 401))

  await sandbox().restart()
  const second = unwrap(await renew('expiry@example.com', first))
  expect(second).toMatchObject({ ProfileID: first.ProfileID, Expires: 600, VerifiedStatusFlag: 'N' })
  expect(second.AccessToken).not.toBe(first.AccessToken)
  expect(second.RefreshToken).not.toBe(first.RefreshToken)
  expect(unwrap(await details(second)).ProfileID).toBe(first.ProfileID)
})

test('keeps two tabs signed in that renew at the same time', async () => {
  const first = await services().join('tabs@example.com')
  const both = await Promise.all([renew('tabs@example.com', first), renew('tabs@example.com', first)])
  for (const tab of both.map(unwrap)) {
    expect(await details(tab)).toMatchObject({ ok: true })
    expect(await renew('tabs@example.com', tab)).toMatchObject({ ok: true })
  }
})

test('allows a renewal to be repeated when its response was lost', async () => {
  const first = await services().join('lost@example.com')
  await services().failNext({ target: 'loyalty.refreshToken', cut: true, after: true })
  expect(await renew('lost@example.com', first)).toEqual({ ok: false, error: { kind: 'network' } })
  unwrap(await renew('lost@example.com', first))
})

test('ends the session when a refresh token is reused later: another party may hold its successor', async () => {
  const first = await services().join('thief@example.com')
  const second = unwrap(await renew('thief@example.com', first))
  sandbox().advance(61_000)
  expect(await renew('thief@example.com', first)).toEqual(rejected(loyaltyErrors.invalidRefreshToken))
  expect(await details(second)).toEqual(rejected(loyaltyErrors.invalidToken, 401))
  expect(await renew('thief@example.com', second)).toEqual(rejected(loyaltyErrors.invalidToken, 401))
})

test('expires a refresh token', async () => {
  const first = await services().join('late@example.com')
  sandbox().advance(86_400_000)
  expect(await renew('late@example.com', first)).toEqual(rejected(loyaltyErrors.invalidRefreshToken))
})

test('renews nothing for another person’s tokens', async () => {
  const ana = await services().join('ana@example.com')
  const ben = await services().join('ben@example.com')
  expect(await renew('ana@example.com', ana, ben.RefreshToken)).toEqual(
    rejected(loyaltyErrors.invalidRefreshToken),
  )
  expect(await renew('ben@example.com', { ...ben, AccessToken: ana.AccessToken })).toEqual(
    rejected(loyaltyErrors.otherProfile, 403),
  )
  expect(await renew('ana@example.com', { ...ana, AccessToken: 'unknown' })).toEqual(
    rejected(loyaltyErrors.invalidToken, 401),
  )
})

test('ends this session only at a sign-out', async () => {
  const phone = await services().join('out@example.com')
  const laptop = unwrap(await services().login('out@example.com'))
  const { ProfileID, AccessToken } = phone
  unwrap(await services().loyalty.call('logout', { ProfileID }, { accessToken: AccessToken }))
  expect(await details(phone)).toEqual(rejected(loyaltyErrors.invalidToken, 401))
  expect(await renew('out@example.com', phone)).toEqual(rejected(loyaltyErrors.invalidToken, 401))
  unwrap(await details(laptop))
})

test.each(['Bearer', 'Basic', 'user'])('refuses the word %s before the token', async (word) => {
  const { AccessToken } = unwrap(await services().login('coach.us@example.com'))
  const response = await fetch(`${sandbox().addresses().personServices}/loyalty/profile/details`, {
    headers: { Authorization: `${word} ${AccessToken}` },
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    Type: 'ERROR',
    ErrorDesc: { Number: 200034, Description: 'The access token is missing or wrong.' },
  })
})
