import { readFileSync } from 'node:fs'
import { getErrorMessage, OperatorError } from '../../../node/operator-error.ts'
import { readLog, type LogRecords } from './replay-log.ts'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${getErrorMessage(error)}`)
  }
}

/**
 * Reads the erasures, sign-outs, ended sign-ins and roles in a log file. Throws if one cannot be parsed: if an
 * erasure were skipped, the restored database would still contain the data of a deleted account.
 */
export const readLogFile = (path: string): LogRecords => {
  const { isServerLog, unreadCount, ...records } = readLog(readText(path))
  if (!isServerLog)
    throw new OperatorError(`${path} has no line of this server's log. Is it empty, packed, or another's?`)
  if (unreadCount > 0)
    throw new OperatorError(
      `${path} tells of ${unreadCount} erasures, sign-outs, ended sign-ins or roles in a format that cannot be read. Pass the lines as the server wrote them.`,
    )
  return records
}
