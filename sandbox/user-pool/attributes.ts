import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import type { User } from './pool-state.ts'

/** Attributes as the list that requests and responses contain. */
export const attributeListSchema = v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') }))
type AttributeList = v.InferOutput<typeof attributeListSchema>

/** The attributes that a pool requires besides `email`. A sign-up may still leave them for later. */
const requiredAttributes = ['given_name', 'family_name'] as const

/** Lists the required attributes that a user does not have. */
export const listMissingAttributes = ({ attributes }: Pick<User, 'attributes'>): readonly string[] =>
  requiredAttributes.filter((name) => !attributes[name])

/** Lists the required attributes that a user has. */
export const listPresentAttributes = ({ attributes }: Pick<User, 'attributes'>): readonly string[] => [
  'email',
  ...requiredAttributes.filter((name) => attributes[name]),
]

/** Standard OpenID attributes and any `custom:` one. Clients may not write other attributes. */
const writableAttributeName =
  /^(?:given_name|family_name|middle_name|name|nickname|locale|zoneinfo|birthdate|gender|phone_number|custom:[\w-]{1,20})$/

/**
 * Returns the attributes of a list as a record. Throws for attributes that are not writable, such as `email`,
 * and for a phone number that is not in the format `+5511987654321`.
 */
export const readAttributes = (list: AttributeList): Record<string, string> => {
  for (const { Name, Value } of list) {
    if (!writableAttributeName.test(Name)) {
      throw new AwsError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
    }
    if (Value.length > 2048) {
      throw new AwsError('InvalidParameterException', `Attributes did not conform to the schema: ${Name}`)
    }
    // An empty value removes the phone number.
    if (Name === 'phone_number' && !/^(?:\+\d{4,15})?$/.test(Value)) {
      throw new AwsError('InvalidParameterException', 'Invalid phone number format.')
    }
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))
}

/** Returns the attributes of a user as a record, without `sub`. */
export const toAttributes = (user: User): Record<string, string> => ({
  email: user.email,
  email_verified: String(user.emailVerified),
  ...user.attributes,
})

export const listAttributes = (user: User): AttributeList =>
  Object.entries({ sub: user.sub, ...toAttributes(user) }).map(([Name, Value]) => ({ Name, Value }))

/**
 * Returns a user name in lower case. Throws if it is not an email address or differs from the attribute
 * `email`.
 */
export const readEmail = (username: string, attributes: AttributeList): string => {
  const email = username.toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new AwsError('InvalidParameterException', 'Username should be an email.')
  }
  const attribute = attributes.find(({ Name }) => Name === 'email')?.Value
  if (attribute !== undefined && attribute.toLowerCase() !== email) {
    throw new AwsError('InvalidParameterException', 'Email attribute must be the same as the username.')
  }
  return email
}
