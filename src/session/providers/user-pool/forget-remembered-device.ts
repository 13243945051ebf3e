import type { KeyValues } from '../../../platform/storage/key-values.ts'

/**
 * Removes what user pools keep of a customer in the collection of the session, together with a remembered device,
 * which survives a sign-out. Amplify puts the customer between the pool's client and the name of a value.
 */
export const forgetRememberedDevice = async (
  values: Pick<KeyValues, 'keys' | 'remove'>,
  customerId: string,
): Promise<void> => {
  const keys = (await values.keys()).filter(
    (key) => key.startsWith('CognitoIdentityServiceProvider.') && key.includes(`.${customerId}.`),
  )
  await Promise.all(keys.map((key) => values.remove(key)))
}
