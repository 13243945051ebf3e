import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { StorageProblem } from '../../stored-files/storage-calls.ts'
import { storeRefusals } from './store-refusals.ts'

const problems: Record<StorageProblem['kind'], MessageId> = {
  offline: 'files.problem.offline',
  timeout: 'error.timeout',
  'provider-away': 'error.providerAway',
  'sign-in-needed': 'files.problem.signIn',
  'not-found': 'files.problem.notFound',
  exists: 'files.problem.exists',
  archived: 'files.problem.archived',
  invalid: 'files.problem.invalid',
  refused: 'files.problem.refused',
  broken: 'files.broken',
}

/** Codes that a person can do something about. */
const codes: Record<string, MessageId> = {
  ...storeRefusals,
  KeyTooLongError: 'files.problem.keyTooLong',
}

/** Why a call on stored files failed, as text. */
export const problemText = ({ kind, code = '' }: StorageProblem, t: Translate): string =>
  t(codes[code] ?? problems[kind], { code })
