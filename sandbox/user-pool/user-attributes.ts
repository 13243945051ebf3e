import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import type { User } from './pool-state.ts'

/** Attributes in the list form of requests and responses. */
export const attributeList = v.array(v.object({ Name: v.string(), Value: v.optional(v.string(), '') }))
type AttributeList = v.InferOutput<typeof attributeList>

/** Standard OpenID attributes and any `custom:` one. Clients may not write other attributes. */
const writable =
  /^(?:given_name|family_name|middle_name|name|nickname|locale|zoneinfo|birthdate|gender|phone_number|custom:[\w-]{1,20})$/

/** The attributes of a list as a record. Refuses `email`, which is the user's name. */
export const readAttributes = (list: AttributeList): Record<string, string> => {
  for (const { Name, Value } of list) {
    if (!writable.test(Name)) {
      throw new AwsError('NotAuthorizedException', 'A client attempted to write unauthorized attribute')
    }
    if (Value.length > 2048) {
      throw new AwsError('InvalidParameterException', `Attributes did not conform to the schema: ${Name}`)
    }
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))
}

export const listAttributes = (user: User): AttributeList =>
  Object.entries({
    sub: user.sub,
    email: user.email,
    email_verified: String(user.emailVerified),
    ...user.attributes,
  }).map(([Name, Value]) => ({ Name, Value }))
