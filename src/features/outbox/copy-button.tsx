import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'

/** Copies a text to the clipboard. `textOf` is called when the button is pressed. */
export const CopyButton = ({ label, textOf }: { label: string; textOf: () => string }) => {
  const t = useTranslate()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(textOf())
      notify.success(t('common.copied'))
    } catch {
      notify.error(t('outbox.copyFailed'))
    }
  }
  return (
    <Button variant="quiet" aria-label={label} onClick={() => void copy()}>
      {t('common.copy')}
    </Button>
  )
}
