import { readFileSync } from 'node:fs'

/** The fields of `/proc/<pid>/stat` from the state on. The name before the state may contain anything. */
const readFields = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** The CPU time in two fields from `from` on, in s. Linux counts hundredths. */
const seconds = (fields: readonly string[], from: number): number =>
  (Number(fields[from]) + Number(fields[from + 1])) / 100

/** The CPU time of a process, in s. */
export const readProcessorTime = (pid: number): number => seconds(readFields(pid), 11)

/** The CPU time of a process's children that ended and were waited for, in s. */
export const processorOfEnded = (pid: number): number => seconds(readFields(pid), 13)

/** The id of a process's parent. */
export const readParent = (pid: number): number => Number(readFields(pid)[1])
