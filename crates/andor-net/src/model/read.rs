//! Reading the bytes of a model file.

use super::{LONGEST_TEXT, MAGIC, Model, ModelError, Target, VERSION, check_finite, crc32};
use crate::parameters::Parameters;
use crate::shape::{Shape, Tensor};

impl Model {
    /// Reads the bytes of a file.
    pub fn decode(bytes: &[u8]) -> Result<Model, ModelError> {
        let start = &bytes[..bytes.len().min(MAGIC.len())];
        if start != MAGIC {
            return Err(ModelError::Magic { found: start.to_vec() });
        }
        let mut reader = Reader { bytes: &bytes[MAGIC.len()..] };
        let version = reader.u16("version")?;
        if version != VERSION {
            return Err(ModelError::Version { found: version });
        }
        let Some((body, stored)) = reader.bytes.split_last_chunk::<4>() else {
            return Err(reader.short("checksum", 4));
        };
        let (computed, stored) = (crc32(&bytes[..bytes.len() - 4]), u32::from_le_bytes(*stored));
        if computed != stored {
            return Err(ModelError::Checksum { computed, stored });
        }
        Reader { bytes: body }.model()
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn short(&self, what: impl ToString, expected: usize) -> ModelError {
        ModelError::Length { what: what.to_string(), found: self.bytes.len(), expected }
    }

    fn take(&mut self, count: usize, what: impl ToString) -> Result<&'a [u8], ModelError> {
        let Some((taken, rest)) = self.bytes.split_at_checked(count) else {
            return Err(self.short(what, count));
        };
        self.bytes = rest;
        Ok(taken)
    }

    fn u8(&mut self, what: impl ToString) -> Result<u8, ModelError> {
        Ok(self.take(1, what)?[0])
    }

    fn u16(&mut self, what: impl ToString) -> Result<u16, ModelError> {
        self.take(2, what).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn text(&mut self, what: &'static str) -> Result<String, ModelError> {
        let length = self.take(4, format!("length of the {what}"))?;
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]) as usize;
        if length > LONGEST_TEXT {
            return Err(ModelError::Text { what, found: format!("{length} bytes") });
        }
        match std::str::from_utf8(self.take(length, what)?) {
            Ok(text) => Ok(text.to_string()),
            Err(error) => Err(ModelError::Text { what, found: error.to_string() }),
        }
    }

    fn floats(&mut self, count: usize, what: impl ToString) -> Result<Vec<f32>, ModelError> {
        let bytes = self.take(4 * count, what)?.chunks_exact(4);
        Ok(bytes.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
    }

    fn model(mut self) -> Result<Model, ModelError> {
        let width = self.u8("width")?.into();
        let height = self.u8("height")?.into();
        let planes = self.u16("number of planes")?.into();
        let planes_version = self.u16("version of the planes")?;
        let extra_moves = self.u8("number of extra moves")?.into();
        let blocks = self.u8("number of blocks")?.into();
        let filters = self.u16("number of filters")?.into();
        let bins = self.u16("number of bins")?.into();
        let shape = Shape { width, height, planes, extra_moves, blocks, filters, bins };
        shape.check()?;
        let target = match self.u8("target")? {
            0 => Target::Costs,
            1 => Target::Outcome,
            found => return Err(choice("target", found, "0 or 1")),
        };
        let game = self.text("game")?;
        let rules = self.text("rules")?;
        let record = self.text("training record")?;
        let scales = match self.u8("mark of scales")? {
            0 => None,
            1 => Some(self.scales(&shape)?),
            found => return Err(choice("mark of scales", found, "0 or 1")),
        };
        let mut values = Vec::new();
        for tensor in shape.tensors() {
            values.extend(self.tensor(&tensor)?);
        }
        if !self.bytes.is_empty() {
            return Err(ModelError::Long { found: self.bytes.len() });
        }
        let parameters = Parameters::from_values(shape, values);
        Ok(Model { game, rules, planes_version, target, record, parameters, scales })
    }

    fn scales(&mut self, shape: &Shape) -> Result<Vec<f32>, ModelError> {
        let what = "scales of activations";
        let scales = self.floats(shape.layers() - 1, what)?;
        match scales.iter().find(|&&scale| !(scale.is_normal() && scale > 0.0)) {
            None => Ok(scales),
            Some(&found) => {
                let expected = "positive numbers";
                Err(ModelError::Number { what: what.to_string(), found, expected })
            }
        }
    }

    fn tensor(&mut self, tensor: &Tensor) -> Result<Vec<f32>, ModelError> {
        let Tensor { part, rows, outputs, .. } = *tensor;
        let values: Vec<f32> = match self.u8(format!("encoding of the {part}"))? {
            0 => self.floats(rows * outputs, part)?,
            1 => {
                let bytes = self.take(2 * rows * outputs, part)?.chunks_exact(2);
                bytes
                    .map(|two| f32::from_bits(u32::from_le_bytes([0, 0, two[0], two[1]])))
                    .collect()
            }
            2 => {
                let scales = self.floats(outputs, format!("scales of the {part}"))?;
                let bytes = self.take(rows * outputs, part)?.iter();
                bytes.zip(scales.iter().cycle()).map(|(&b, s)| s * f32::from(b as i8)).collect()
            }
            found => return Err(choice(format!("encoding of the {part}"), found, "0, 1 or 2")),
        };
        check_finite(part, &values)?;
        Ok(values)
    }
}

fn choice(what: impl ToString, found: u8, expected: &'static str) -> ModelError {
    ModelError::Choice { what: what.to_string(), found, expected }
}
