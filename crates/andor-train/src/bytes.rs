//! Bytes of checkpoints: little-endian numbers between a mark of the kind and a checksum.
//!
//! No memory is asked for before the bytes have shown that they are enough.

use andor_net::model::crc32;

/// What is wrong with the bytes of a checkpoint or of a replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BytesError {
    /// The bytes are something else.
    #[error("the bytes begin with {found:?}; expected {expected:?}")]
    Magic {
        /// The first bytes, as text.
        found: String,
        /// The expected bytes, as text.
        expected: String,
    },
    /// Another version of the format.
    #[error("version {found}; expected {expected}")]
    Version {
        /// The version.
        found: u16,
        /// The only version that can be read.
        expected: u16,
    },
    /// Bytes have changed.
    #[error("checksum {found:08x}; expected {expected:08x}: the bytes have changed")]
    Checksum {
        /// The checksum of the bytes.
        found: u32,
        /// The checksum that stands there.
        expected: u32,
    },
    /// The bytes end too early.
    #[error("{what}: {found} bytes are left; expected {expected}")]
    Length {
        /// The missing part.
        what: &'static str,
        /// The bytes that are left.
        found: usize,
        /// The bytes of the part.
        expected: usize,
    },
    /// A part that cannot be.
    #[error("{what}: {found}; expected {expected}")]
    Value {
        /// The part.
        what: &'static str,
        /// The value.
        found: String,
        /// The values that can be.
        expected: &'static str,
    },
}

/// A kind of bytes.
pub(crate) struct Kind {
    pub(crate) magic: &'static [u8; 8],
    pub(crate) version: u16,
}

/// Writes bytes of a kind.
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn new(kind: &Kind) -> Writer {
        let mut writer = Writer(kind.magic.to_vec());
        writer.bytes(&kind.version.to_le_bytes());
        writer
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn u32(&mut self, value: usize) {
        let value = u32::try_from(value).expect("counts are below 2^32");
        self.bytes(&value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, value: f64) {
        self.bytes(&value.to_le_bytes());
    }

    pub(crate) fn floats(&mut self, values: &[f32]) {
        values.iter().for_each(|value| self.bytes(&value.to_le_bytes()));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.u32(text.len());
        self.bytes(text.as_bytes());
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let sum = crc32(&self.0);
        self.bytes(&sum.to_le_bytes());
        self.0
    }
}

/// Reads bytes of a kind.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(kind: &Kind, bytes: &'a [u8]) -> Result<Reader<'a>, BytesError> {
        let start = &bytes[..bytes.len().min(kind.magic.len())];
        if start != kind.magic {
            let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
            return Err(BytesError::Magic { found: text(start), expected: text(kind.magic) });
        }
        let mut reader = Reader(&bytes[kind.magic.len()..]);
        let found = u16::from_le_bytes(reader.array("version")?);
        if found != kind.version {
            return Err(BytesError::Version { found, expected: kind.version });
        }
        let Some((body, sum)) = reader.0.split_last_chunk::<4>() else {
            return Err(reader.short("checksum", 4));
        };
        let (found, expected) = (crc32(&bytes[..bytes.len() - 4]), u32::from_le_bytes(*sum));
        if found != expected {
            return Err(BytesError::Checksum { found, expected });
        }
        Ok(Reader(body))
    }

    fn short(&self, what: &'static str, expected: usize) -> BytesError {
        BytesError::Length { what, found: self.0.len(), expected }
    }

    pub(crate) fn take(
        &mut self,
        count: usize,
        what: &'static str,
    ) -> Result<&'a [u8], BytesError> {
        let Some((taken, rest)) = self.0.split_at_checked(count) else {
            return Err(self.short(what, count));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], BytesError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self, what: &'static str) -> Result<u8, BytesError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self, what: &'static str) -> Result<usize, BytesError> {
        self.array(what).map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    pub(crate) fn u64(&mut self, what: &'static str) -> Result<u64, BytesError> {
        self.array(what).map(u64::from_le_bytes)
    }

    pub(crate) fn f64(&mut self, what: &'static str) -> Result<f64, BytesError> {
        self.array(what).map(f64::from_le_bytes)
    }

    /// A number of things that take at least so many bytes each.
    pub(crate) fn count(&mut self, size: usize, what: &'static str) -> Result<usize, BytesError> {
        let count = self.u32(what)?;
        match count.checked_mul(size) {
            Some(bytes) if bytes <= self.0.len() => Ok(count),
            bytes => Err(self.short(what, bytes.unwrap_or(usize::MAX))),
        }
    }

    pub(crate) fn floats(
        &mut self,
        count: usize,
        what: &'static str,
    ) -> Result<Vec<f32>, BytesError> {
        let bytes = self.take(count.saturating_mul(4), what)?.chunks_exact(4);
        Ok(bytes.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
    }

    /// Numbers of which none is infinite or not a number.
    pub(crate) fn finite(
        &mut self,
        count: usize,
        what: &'static str,
    ) -> Result<Vec<f32>, BytesError> {
        let values = self.floats(count, what)?;
        match values.iter().find(|value| !value.is_finite()) {
            None => Ok(values),
            Some(found) => Err(BytesError::Value {
                what,
                found: found.to_string(),
                expected: "finite numbers",
            }),
        }
    }

    pub(crate) fn text(&mut self, what: &'static str) -> Result<String, BytesError> {
        let count = self.count(1, what)?;
        match std::str::from_utf8(self.take(count, what)?) {
            Ok(text) => Ok(text.to_string()),
            Err(error) => {
                Err(BytesError::Value { what, found: error.to_string(), expected: "UTF-8" })
            }
        }
    }

    pub(crate) fn end(self) -> Result<(), BytesError> {
        match self.0.len() {
            0 => Ok(()),
            found => Err(BytesError::Length { what: "end", found, expected: 0 }),
        }
    }
}
