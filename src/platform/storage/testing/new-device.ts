import { beforeEach } from 'vitest'
import { eraseDevice } from '../erase-device.ts'

// The tests of a browser share its storage across files, so each test starts on an erased device.
beforeEach(() => eraseDevice(window, () => false))
