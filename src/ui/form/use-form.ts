import { useEffect, useState, type ComponentProps, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { notify } from '../feedback/notify.ts'
import { useBusy } from '../use-busy.ts'
import { formErrors, type MessagesByField } from './form-errors.ts'

/** What a submit was refused with; `text` is a reason in words of a service's own. */
export type FormFailure = { message: MessageId; reason?: MessageId; text?: string }

type Options<Values, Value, Failure> = {
  /** Reads the texts of the form's fields by their names; what its checks say are ids of messages. */
  schema: v.GenericSchema<unknown, Values>
  submit: (values: Values) => Promise<Result<Value, Failure>>
  /** Called with what came of it, and with what was submitted. */
  onDone?: (value: Value, values: Values) => void
  /** Nothing may be submitted for now. */
  paused?: boolean
  /** Where a form asks in steps: what of it is asked so far, and the way on. */
  steps?: FormSteps
}

/** The steps of a form whose fields are all in it, and not all shown. */
export type FormSteps = {
  /** Whether a field belongs to what has been shown. */
  isAsked: (field: Element) => boolean
  /** Goes on where everything asked is right; without it, the form is sent. */
  next?: (() => void) | undefined
  /** Brings a wrong field to the screen that may be on another step. */
  show: (field: HTMLElement) => void
}

/** A wrong email address is said in a toast too (specification §5). */
const saidInToast: MessageId = 'errorMessage.authEmailValid'
const isSaidInToast = (messages: MessagesByField): boolean =>
  Object.values(messages).some(({ message }) => message === saidInToast)

/** The texts of a form's fields, by their names; a box that is not ticked is not among them. */
export const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )

/** What a schema reads: files too. */
const valuesOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

const nameOf = (field: Element): string => field.getAttribute('name') ?? ''

const firstWrong = (form: HTMLFormElement, errors: MessagesByField): HTMLElement | undefined =>
  [...form.elements].find(
    (field): field is HTMLElement => field instanceof HTMLElement && Object.hasOwn(errors, nameOf(field)),
  )

const only = (errors: MessagesByField, fields: readonly Element[]): MessagesByField => {
  const names = new Set(fields.map(nameOf))
  return Object.fromEntries(Object.entries(errors).filter(([name]) => names.has(name)))
}

/**
 * A native form checked by a schema. Errors stand at their fields when it is submitted, the first one gets the focus,
 * and each goes away as soon as it is put right. What was typed stays where it is, and a second submit has to wait.
 * `failure` is what the last submit was refused with, until the next one.
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
  const toast = t(saidInToast)
  const isInToast = isSaidInToast(messages)
  // It speaks of what stands at a field: it goes with it, and with the form.
  useEffect(() => (isInToast ? () => notify.dismiss(toast) : undefined), [isInToast, toast])

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

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy || paused) return
    const form = event.currentTarget
    const parsed = v.safeParse(schema, valuesOf(form))
    const all = parsed.success ? {} : formErrors(parsed.issues)
    const wrong = steps?.next ? only(all, [...form.elements].filter(steps.isAsked)) : all
    // The error's text has to be there when the focus arrives: a screen reader says it with the field.
    flushSync(() => setMessages(wrong))
    if (steps?.next && Object.keys(wrong).length === 0) return steps.next()
    if (parsed.success) return run(() => send(parsed.output))
    const first = firstWrong(form, wrong)
    if (first) steps?.show(first)
    first?.focus()
    if (isSaidInToast(wrong)) notify.error(toast)
  }

  const onInput = (event: FormEvent<HTMLFormElement>): void => {
    if (Object.keys(messages).length === 0) return
    const parsed = v.safeParse(schema, valuesOf(event.currentTarget))
    const wrong = parsed.success ? {} : formErrors(parsed.issues)
    setMessages(Object.fromEntries(Object.entries(wrong).filter(([name]) => Object.hasOwn(messages, name))))
  }

  const errors = Object.fromEntries(
    Object.entries(messages).map(([name, { message, values }]) => [name, t(message, values)]),
  )
  return { errors, busy, paused, failure, setFailure, form: { noValidate: true, onSubmit, onInput } }
}

/** What a form shows besides its fields. */
export type FormState<Failure> = {
  errors: Readonly<Record<string, string>>
  busy: boolean
  paused: boolean
  failure: Failure | undefined
  form: Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onInput'>
}
