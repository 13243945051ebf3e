import type { ComponentProps, ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import { FailureNotice } from '../feedback/failure-notice.tsx'
import { Notice } from '../feedback/notice.tsx'
import { ButtonRow } from '../layout/button-row.tsx'
import { PinnedActions } from '../layout/pinned-actions.tsx'
import { Stack } from '../layout/stack.tsx'
import { FieldErrors } from './field.tsx'
import type { FormFailure, FormState } from './use-form.ts'

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput'> & {
  /** What `useForm` returned. */
  state: FormState<FormFailure>
  /** The text of the button; without it there is no button. */
  submitLabel: string | undefined
  variant?: ButtonVariant
  /** Makes the button only as wide as its text. */
  compact?: boolean
  /** Keeps the button within reach of the thumb: for a form that is all of a page. */
  pinned?: boolean
  /** Warns that the service behind the form cannot be reached. */
  offline?: boolean
  /** Another way to send the form, or to get what it asks for, below its button and as wide. */
  alternative?: ReactNode
  /** What to do about the failure. */
  help?: ReactNode
  /** Closes the dialog that contains the form. */
  onCancel?: (() => void) | undefined
}

/** A form: first what prevents it from being sent, then its fields, then its submit button. */
export const Form = (props: Props) => {
  const {
    state,
    submitLabel,
    variant = 'primary',
    compact,
    pinned,
    offline,
    help,
    alternative,
    onCancel,
    children,
    ...rest
  } = props
  const t = useTranslate()
  const { failure, busy, paused, errors, form } = state
  const button = submitLabel !== undefined && (
    <Button type="submit" variant={variant} busy={busy} aria-disabled={paused || undefined}>
      {submitLabel}
    </Button>
  )
  const renderActions = () => {
    if (compact || onCancel)
      return (
        <ButtonRow>
          {button}
          {onCancel && (
            <Button variant="secondary" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          )}
        </ButtonRow>
      )
    return pinned && button ? <PinnedActions>{button}</PinnedActions> : button
  }
  return (
    <form {...rest} {...form}>
      <Stack>
        {offline && <Notice tone="info">{t('error.offlineForm')}</Notice>}
        {failure && <FailureNotice failure={failure}>{help}</FailureNotice>}
        <FieldErrors value={errors}>{children}</FieldErrors>
        {renderActions()}
        {alternative}
      </Stack>
    </form>
  )
}
