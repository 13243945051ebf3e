import { useEffect, useState, type ComponentProps, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { notify } from '../feedback/notify.ts'
import { useBusy } from '../use-busy.ts'
import { getFormErrors, type MessagesByField } from './form-errors.ts'

/**
 * Why a submit failed: `message` says what failed, `reason` says why, and `text` is a reason that the identity
 * provider has worded.
 */
export type FormFailure = { message: MessageId; reason?: MessageId; text?: string }

type Options<Values, Value, Failure> = {
  /** Validates the form's values by field name; its checks return message ids. */
  schema: v.GenericSchema<unknown, Values>
  submit: (values: Values) => Promise<Result<Value, Failure>>
  /** Called with the result, and with the submitted values. */
  onDone?: (value: Value, values: Values) => void
  /** Ignores submits, for example until the end of a countdown. */
  paused?: boolean
  /** For a form with steps: which fields were asked so far, and navigation between the steps. */
  steps?: FormSteps
}

/** The steps of a form that contains all its fields but does not show all of them. */
export type FormSteps = {
  /** Whether a field belongs to the steps shown so far. */
  isAsked: (field: Element) => boolean
  /**
   * Goes to the next step if everything shown so far is valid. Absent on the last step, where the form is
   * sent.
   */
  next?: (() => void) | undefined
  /** Shows an invalid field that may be on another step. */
  show: (field: HTMLElement) => void
}

/** What a form shows in addition to its fields. `form` contains the attributes of the form element. */
export type FormState<Failure> = {
  errors: Readonly<Record<string, string>>
  busy: boolean
  paused: boolean
  failure: Failure | undefined
  form: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onInput'>
}

/** Finds the first message that a toast also shows (`announced`). */
const findAnnouncedMessage = (messages: MessagesByField): MessageId | undefined =>
  Object.values(messages).find(({ announced }) => announced)?.message

/**
 * Lists the values of a form by field name, including files; an unticked checkbox is not included. Texts are
 * read from the fields themselves, because `FormData` replaces half of a surrogate pair by U+FFFD, which the
 * checks could not remove.
 */
const listValues = (form: HTMLFormElement): [name: string, value: FormDataEntryValue][] =>
  [...new FormData(form)].map(([name, value]) => {
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    return [name, isText && typeof value === 'string' ? field.value : value]
  })

/** Returns the texts of a form's fields by name; an unticked checkbox is not included. */
export const readTextFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    listValues(form).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )

const readValues = (form: HTMLFormElement) => Object.fromEntries(listValues(form))

const getName = (field: Element): string => field.getAttribute('name') ?? ''

const findFirstInvalid = (form: HTMLFormElement, messages: MessagesByField): HTMLElement | undefined =>
  [...form.elements].find(
    (field): field is HTMLElement => field instanceof HTMLElement && Object.hasOwn(messages, getName(field)),
  )

/** Returns only the messages about the given fields. */
const selectMessages = (fields: readonly Element[], messages: MessagesByField): MessagesByField => {
  const names = new Set(fields.map(getName))
  return Object.fromEntries(Object.entries(messages).filter(([name]) => names.has(name)))
}

/**
 * A native form that a schema validates. On submit, errors appear at their fields and the first invalid field
 * gets the focus; each error disappears as soon as its field is valid. The fields keep their values. While a
 * submit is running, further submits are ignored. `failure` is why the last submit failed; the next submit
 * clears it.
 */
export const useForm = <Values, Value, Failure extends FormFailure>({
  schema,
  submit,
  onDone,
  paused = false,
  steps,
}: Options<Values, Value, Failure>) => {
  const t = useTranslate()
  const [failure, setFailure] = useState<Failure>()
  const [messages, setMessages] = useState<MessagesByField>({})
  const { busy, run } = useBusy()
  const announcedMessage = findAnnouncedMessage(messages)
  const toastText = announcedMessage && t(announcedMessage)
  // The toast describes an error at a field, so it disappears with the error, and with the form.
  useEffect(() => (toastText === undefined ? undefined : () => notify.dismiss(toastText)), [toastText])

  const send = async (values: Values): Promise<void> => {
    setFailure(undefined)
    try {
      const result = await submit(values)
      if (result.ok) onDone?.(result.value, values)
      else setFailure(result.error)
    } catch (error) {
      console.error(error)
      notify.error(t('error.unexpected'))
    }
  }

  /** Validates the current values. `allMessages` contains the first error of every field. */
  const validate = (form: HTMLFormElement) => {
    const parsed = v.safeParse(schema, readValues(form))
    const allMessages: MessagesByField = parsed.success ? {} : getFormErrors(parsed.issues)
    return { parsed, allMessages }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy || paused) return
    const form = event.currentTarget
    const { parsed, allMessages } = validate(form)
    // Before the last step, the fields of later steps do not have to be valid yet.
    const newMessages = steps?.next
      ? selectMessages([...form.elements].filter(steps.isAsked), allMessages)
      : allMessages
    // The error text must be rendered before the focus moves, because a screen reader reads it with the
    // field.
    flushSync(() => setMessages(newMessages))
    if (steps?.next && Object.keys(newMessages).length === 0) return steps.next()
    if (parsed.success) return run(() => send(parsed.output))
    const invalidField = findFirstInvalid(form, newMessages)
    if (invalidField) steps?.show(invalidField)
    invalidField?.focus()
    const newAnnouncedMessage = findAnnouncedMessage(newMessages)
    if (newAnnouncedMessage) notify.error(t(newAnnouncedMessage))
  }

  const onInput = (event: FormEvent<HTMLFormElement>): void => {
    if (Object.keys(messages).length === 0) return
    const { allMessages } = validate(event.currentTarget)
    // An error disappears while the user types, but a new one appears only on submit.
    const remainingMessages = Object.entries(allMessages).filter(([name]) => Object.hasOwn(messages, name))
    setMessages(Object.fromEntries(remainingMessages))
  }

  const errors = Object.fromEntries(
    Object.entries(messages).map(([name, { message, values }]) => [name, t(message, values)]),
  )
  return { errors, busy, paused, failure, setFailure, form: { noValidate: true, onSubmit, onInput } }
}
