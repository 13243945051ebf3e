import * as v from 'valibot'

/** An email or a text message as the mailbox stores it. */
export const messageSchema = v.object({
  id: v.string(),
  /** An email address, or the phone number of a text message. */
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The BCP 47 language of subject and text, for screen readers. */
  language: v.string(),
  /** The code in the text, if there is one, so that users can copy it and tests can read it. */
  code: v.optional(v.string()),
  /** In ms since the epoch. */
  sentAt: v.number(),
})
export type Message = v.InferOutput<typeof messageSchema>

/** Adds an email or a text message to the mailbox. */
export type DeliverEmail = (email: Omit<Message, 'id' | 'sentAt'>) => Promise<void>
