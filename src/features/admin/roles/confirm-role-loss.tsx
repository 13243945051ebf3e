import { useState } from 'react'
import type { Role } from '../../../contract/roles.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { isolate } from '../../../lib/text/plain-name.ts'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import { roleNames } from './role-names.ts'

/** What managers confirm: that they lose their own role, or that somebody gets a lower one. */
type Question = { isOwn: true } | { isOwn: false; name: string; former: Role; role: Role }

type OpenQuestion = { question: Question; answer: (isConfirmed: boolean) => void }

/**
 * Asks managers before they lose their own role, or before they lower the role of a person whose current role they
 * may not know. Returns `confirm`, which resolves to the answer, and the open dialog.
 */
export const useConfirmRoleLoss = () => {
  const t = useTranslate()
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion>()
  const confirm = async (question: Question): Promise<boolean> => {
    const isConfirmed = await new Promise<boolean>((resolve) =>
      setOpenQuestion({ question, answer: resolve }),
    )
    setOpenQuestion(undefined)
    return isConfirmed
  }
  const renderDialog = ({ question, answer }: OpenQuestion) => {
    const texts = question.isOwn
      ? {
          title: t('admin.roles.ownTitle'),
          confirmLabel: t('admin.roles.ownYes'),
          body: t('admin.roles.ownBody'),
        }
      : {
          title: t('admin.roles.lowerTitle'),
          confirmLabel: t('admin.roles.change'),
          body: t('admin.roles.lowerBody', {
            name: isolate(question.name),
            former: t(roleNames[question.former]),
            role: t(roleNames[question.role]),
          }),
        }
    const { body, ...labels } = texts
    return (
      <ConfirmDialog
        {...labels}
        cancelLabel={t('admin.roles.ownNo')}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        <p>{body}</p>
      </ConfirmDialog>
    )
  }
  return { confirm, dialog: openQuestion && renderDialog(openQuestion) }
}
