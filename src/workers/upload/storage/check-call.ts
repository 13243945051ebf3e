import { fail, ok, type Result } from '../../../lib/result.ts'
import type { StorageProblem } from '../../../uploads/storage-contract.ts'
import { problem } from './problems.ts'

type Checked<T> = Result<T, StorageProblem>

const checkLabel = (label: 'Bucket' | 'Key', value: string | undefined): Checked<string> => {
  if (value === undefined) return fail(problem('LabelMissing', { label }))
  return value === '' ? fail(problem('LabelEmpty', { label })) : ok(value)
}

const isArn = (bucket: string): boolean => /^arn:[^:]+:[^:]+:/.test(bucket)

/** The bucket of a call, if it can be one (specification §5). */
export const checkBucket = (bucket: string | undefined): Checked<string> => {
  const labelled = checkLabel('Bucket', bucket)
  if (!labelled.ok) return labelled
  return labelled.value.includes('/') && !isArn(labelled.value)
    ? fail(problem('InvalidBucketName'))
    : labelled
}

/**
 * The key of a call, if it can be one. Browsers take `.` and `..` between slashes out of every address, also percent-encoded:
 * the request would reach another object, or be refused for a signature that does not fit.
 */
export const checkKey = (key: string | undefined): Checked<string> => {
  const labelled = checkLabel('Key', key)
  if (!labelled.ok) return labelled
  return labelled.value.split('/').some((segment) => segment === '.' || segment === '..')
    ? fail(problem('DotSegment'))
    : labelled
}
