import { readFileSync } from 'node:fs'
import { messageOf, StartFailure } from '../../../node/start-failure.ts'
import { readLog, type Logged } from './replay-log.ts'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartFailure(`${path} cannot be read: ${messageOf(error)}`)
  }
}

/** The erasures and sign-outs in a log file. Throws if one cannot be parsed, rather than skipping it. */
export const readLogFile = (path: string): Logged => {
  const { isOurs, unread, ...logged } = readLog(read(path))
  if (!isOurs)
    throw new StartFailure(`${path} has no line of this server's log. Is it empty, packed, or another's?`)
  if (unread > 0)
    throw new StartFailure(
      `${path} tells of ${unread} erasures or sign-outs in a shape that cannot be read. Hand over the lines as the server wrote them.`,
    )
  return logged
}
