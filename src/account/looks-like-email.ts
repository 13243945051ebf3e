import * as v from 'valibot'
import { emailAddress } from '../contract/email-address.ts'

const email = v.union([v.literal(''), emailAddress])

/** The email check of specification §5: the text must look like an address. Empty text is allowed. */
export const looksLikeEmail = (text: string): boolean => v.is(email, text)
