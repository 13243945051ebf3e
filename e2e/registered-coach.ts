import { userPools, vendorCredential } from '../sandbox/shared/settings.ts'
import { callAws } from '../src/session/providers/call-aws.ts'
import { createLoyaltySignUp } from '../src/session/providers/loyalty/loyalty-sign-up.ts'
import { localeFrom } from '../src/config/locales.ts'
import { loyaltyService } from '../src/contract/loyalty/loyalty.ts'
import { createServiceClient } from '../src/contract/service-client.ts'
import { codeFor, newCoach, type Coach } from './coach.ts'
import { surveyTextsOf } from './coach-of-united-states.ts'
import { addresses } from './product.ts'

const name = { firstName: 'Marta', lastName: 'da Silva' }

const ask = async (operation: string, body: object): Promise<void> => {
  const target = `AWSCognitoIdentityProviderService.${operation}`
  const answer = await callAws(fetch, { address: addresses.userPool, target, body })
  if (!answer.ok) throw new Error(`${operation}: ${answer.error.name}`)
}

/**
 * Somebody who signed up earlier and on another device: straight at the provider, without the seconds that the forms
 * take. The forms have journeys of their own.
 */
export const registeredCoach = async (code: string): Promise<Coach> => {
  const coach = newCoach(code)
  const { email, password } = coach
  const locale = localeFrom(code)
  if (locale?.auth.kind === 'loyalty') {
    const { sourceId } = locale.auth
    const client = createServiceClient({
      service: loyaltyService,
      address: `${addresses.personServices}/loyalty`,
      fetch,
    })
    const language = locale.language === 'es' ? 'es' : 'en'
    const deps = { client, vendor: { vendor: vendorCredential }, sourceId, language, now: Date.now } as const
    const made = await createLoyaltySignUp(deps)({ email, password, ...name, survey: surveyTextsOf(code) })
    if (!made.ok) throw new Error(made.error.name)
    return coach
  }
  const pool = userPools.find(({ country }) => country === locale?.country)
  const UserAttributes = [
    { Name: 'given_name', Value: name.firstName },
    { Name: 'family_name', Value: name.lastName },
  ]
  const account = { ClientId: pool?.clientId, Username: email }
  await ask('SignUp', { ...account, Password: password, UserAttributes })
  await ask('ConfirmSignUp', { ...account, ConfirmationCode: await codeFor(email) })
  return coach
}
