import { expect, test } from 'vitest'
import { fail } from '../lib/result.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import { toRenameFailure, withToken } from './call-service.ts'

test.each<[AuthFailure, string]>([
  [{ message: 'errorMessage.sessionExpired', isSessionOver: true }, 'error.signInNeeded'],
  [{ message: 'error.signInNeeded' }, 'error.signInNeeded'],
  [{ message: 'error.otherCustomer' }, 'error.otherCustomer'],
  [{ message: 'error.tooManyRequests' }, 'error.tooManyRequests'],
  [{ message: 'error.foreignAnswer' }, 'error.foreignAnswer'],
  [{ message: 'error.timeout' }, 'error.timeout'],
  [{ message: 'error.storageUnresponsive' }, 'error.storageUnresponsive'],
  [{ message: 'error.network' }, 'error.network'],
  [{ message: 'error.maintenance' }, 'error.network'],
  [{ message: 'error.server' }, 'error.network'],
])('a token refused with %j gives the reason %s, and sends nothing', async (failure, reason) => {
  const sent = async () => Promise.reject(new Error('sent'))
  const result = await withToken('profile.loadFailed', async () => fail(failure), sent)
  expect(result).toEqual(fail({ message: 'profile.loadFailed', reason }))
})

test.each<[AuthFailure, string]>([
  [{ message: 'errorMessage.sessionExpired', isSessionOver: true }, 'error.signInNeeded'],
  [{ message: 'error.maintenance' }, 'error.server'],
  [{ message: 'error.server' }, 'error.server'],
])('a name refused with %j gives the reason %s', (failure, reason) => {
  expect(toRenameFailure(failure)).toEqual({ message: 'profile.nameNotSaved', reason })
})
