import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'
import { SignInAgain } from '../../sign-in-again.tsx'
import { problemText } from '../problem-text.ts'
import type { Listing } from './use-listing.ts'

/** Why a list is not what it should be: not there, or only as this device last saw it. */
export const ListingNotice = ({ listing: { problem, pages, isFetching, retry } }: { listing: Listing }) => {
  const t = useTranslate()
  if (!problem) return null
  const reason = problemText(problem, t)
  return (
    <Notice tone={pages > 0 ? 'warning' : 'error'}>
      <p>{pages > 0 ? t('files.browse.savedCopy', { reason }) : reason}</p>
      <Stack row gap="s">
        {problem.kind === 'sign-in-needed' && <SignInAgain />}
        <Button variant="secondary" busy={isFetching} onClick={retry}>
          {t('common.retry')}
        </Button>
      </Stack>
    </Notice>
  )
}
