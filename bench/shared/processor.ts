import { readFileSync } from 'node:fs'

/** The fields of `/proc/<pid>/stat` from the state on: the name before them may contain anything. */
const fieldsOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** s of processor that fields from `from` on say; Linux counts hundredths */
const seconds = (fields: readonly string[], from: number): number =>
  (Number(fields[from]) + Number(fields[from + 1])) / 100

/** s of processor that a process has taken */
export const processorOf = (pid: number): number => seconds(fieldsOf(pid), 11)

/** s of processor that the children of a process have taken which have ended and which it waited for */
export const processorOfEnded = (pid: number): number => seconds(fieldsOf(pid), 13)

/** The process that started another. */
export const parentOf = (pid: number): number => Number(fieldsOf(pid)[1])
