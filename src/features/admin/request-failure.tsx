import type { ErrorCode } from '../../contract/errors.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { AdminRequestError, getFailureMessage } from './request-as-admin.ts'

/** Shows why something could not be loaded, with a button to retry. */
export const LoadFailure = ({ message, onRetry }: { message: MessageId; onRetry: () => void }) => {
  const t = useTranslate()
  return (
    <RetryNotice tone="error" title={t('admin.failed')} onRetry={onRetry}>
      <p>{t(message)}</p>
    </RetryNotice>
  )
}

/** Shows why a request failed, with a button to retry. */
export const RequestFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <LoadFailure
    message={error instanceof AdminRequestError ? getFailureMessage(error) : 'error.unexpected'}
    onRetry={onRetry}
  />
)

const hasCode = (error: Error | null, code: ErrorCode): boolean =>
  error instanceof AdminRequestError && error.failure.code === code

/** Whether the product API refused because the coach is not an admin. */
export const isForbidden = (error: Error | null): boolean => hasCode(error, 'admin-only')

/** Whether the product API does not have the requested item. */
export const isNotFound = (error: Error | null): boolean => hasCode(error, 'not-found')
