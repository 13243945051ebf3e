import { useTranslate } from '../i18n/use-translate.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { notify } from './feedback/notify.ts'

type Props = { label: string; getText: () => string; variant?: ButtonVariant; className?: string }

/** Copies a text to the clipboard. `getText` is called when the button is pressed. */
export const CopyButton = ({ label, getText, variant = 'quiet', className }: Props) => {
  const t = useTranslate()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(getText())
      notify.success(t('common.copied'))
    } catch {
      notify.error(t('common.copyFailed'))
    }
  }
  return (
    <Button variant={variant} className={className} aria-label={label} onClick={() => void copy()}>
      {t('common.copy')}
    </Button>
  )
}
