import type { KeyValues } from '../../../platform/storage/key-values.ts'

/**
 * Removes everything that Amplify has stored of a customer, including a remembered device, which survives a
 * sign-out. In Amplify's keys, the customer's id is between the id of the pool's client and the name of the value.
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
