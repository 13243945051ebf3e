import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import styles from './browse.module.css'
import { FileDialogs } from './file-dialogs.tsx'
import { FileGrid } from './grid/file-grid.tsx'
import { ListControls } from './listing/list-controls.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { UndoBar } from './delete/undo-bar.tsx'
import { useFolder, type FolderProps } from './use-folder.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { SignInAgain } from '../sign-in-again.tsx'
import { problemText } from './problem-text.ts'
import type { Listing } from './listing/use-listing.ts'

/** Says why a list is missing, or shown as this device last saw it. */
const ListingNotice = ({ listing: { problem, pages, isFetching, retry } }: { listing: Listing }) => {
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

/** Says why there are no rows: the folder is empty, or no name matches the search. */
const NoRows = ({ text, isWhole }: { text: string; isWhole: boolean }) => {
  const t = useTranslate()
  if (text !== '') return <p className={styles.hint}>{t('files.browse.noMatch', { text })}</p>
  if (!isWhole) return null
  return (
    <EmptyState title={t('files.stored.emptyTitle')} picture="files">
      {t('files.stored.emptyBody')}
    </EmptyState>
  )
}

/** One folder on the screen. */
export const FolderView = (props: FolderProps) => {
  const t = useTranslate()
  const { place, deletions } = props
  const folder = useFolder(props)
  const { shown, dialogs, setSelection, actions } = folder
  const { listing, rows, text } = shown

  if (listing.isPending && !listing.problem) return <Skeleton rows={5} label={t('files.stored.loading')} />
  return (
    <>
      <ListingNotice listing={listing} />
      {listing.rows.length > 0 && <ListControls {...shown} />}
      {rows.length === 0 ? (
        <NoRows text={text} isWhole={listing.isWhole} />
      ) : (
        <FileGrid
          {...{ rows, place, ...actions }}
          selection={folder.selection}
          active={folder.active}
          isWhole={listing.isWhole}
          onSelect={setSelection}
          onOpen={folder.open}
          onRename={(key) => folder.mayChange && dialogs.setDialog({ kind: 'rename', keys: [key] })}
          onEnd={listing.loadMore}
        />
      )}
      <SelectionBar
        {...actions}
        keys={folder.chosen}
        mayChange={folder.mayChange}
        busy={folder.downloading}
        onClear={folder.clear}
        onTransfer={(kind, keys) => dialogs.setDialog({ kind, keys })}
      />
      <UndoBar
        waiting={deletions.waiting}
        onUndo={folder.undo}
        onHold={deletions.hold}
        claimFocus={folder.claimUndoFocus}
        onLostFocus={folder.focusList}
      />
      <FileDialogs {...props} folder={folder} />
    </>
  )
}
