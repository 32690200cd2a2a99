//! Model files: a network with its game, its planes and the record of its training.
//!
//! `docs/networks.md` has the format byte by byte. Whatever a file holds, reading it gives a model whose
//! numbers are finite and whose sizes are in range, or an error that says what was found and expected. No
//! memory is asked for before the file has shown that it is long enough.

use crate::int8::{byte_of, scale_of};
use crate::parameters::Parameters;
use crate::shape::{Part, Shape, ShapeError, Tensor};
use std::fmt;

/// The bytes at the start of a model file.
pub const MAGIC: &[u8; 8] = b"ANDORNET";

/// The version of the format.
pub const VERSION: u16 = 1;

/// The most bytes of a text.
const LONGEST_TEXT: usize = 1 << 20;

/// A network with everything that its use needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as text.
    pub rules: String,
    /// The version of the meaning of the planes.
    pub planes_version: u16,
    /// What the two heads mean.
    pub target: Target,
    /// How the network was trained, as text.
    pub record: String,
    /// The network.
    pub parameters: Parameters,
    /// The scales of activations for [`Network::bytes`](crate::Network::bytes), if they were calibrated.
    pub scales: Option<Vec<f32>>,
}

/// What the two heads of a network mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Costs of proofs: logarithms of sizes.
    Costs,
    /// Chances of outcomes.
    Outcome,
}

/// How tensors are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// All numbers exactly.
    F32,
    /// Weights in the 16 upper bits of `f32`, biases exactly.
    Bf16,
    /// Weights of convolutions in bytes with a scale for each output, everything else exactly.
    Int8,
}

/// What is wrong with a model file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The file is no model.
    #[error("it begins with {}; expected {}, a model file", found.escape_ascii(), MAGIC.escape_ascii())]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// The file has another version.
    #[error("version {found} of the format; expected version {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// Bytes are missing or changed.
    #[error(
        "the checksum of the bytes is {computed:08x}; expected {stored:08x} as stored at the end, so bytes are missing or changed"
    )]
    Checksum {
        /// The checksum of the bytes.
        computed: u32,
        /// The checksum at the end of the file.
        stored: u32,
    },
    /// The file ends too early.
    #[error("{found} bytes for the {what}; expected {expected}")]
    Short {
        /// What is cut.
        what: String,
        /// The bytes that are left.
        found: usize,
        /// The bytes that are needed.
        expected: usize,
    },
    /// The file goes on after its end.
    #[error("{found} bytes after the last tensor; expected none")]
    Long {
        /// The bytes too many.
        found: usize,
    },
    /// A size of the network is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A text is too long or no UTF-8.
    #[error("{found} as the {what}; expected at most {LONGEST_TEXT} bytes of UTF-8")]
    Text {
        /// The name of the text.
        what: &'static str,
        /// What is wrong with it.
        found: String,
    },
    /// A number stands for nothing.
    #[error("the number {found} as the {what}; expected {expected}")]
    Choice {
        /// What the number should name.
        what: String,
        /// The number.
        found: u8,
        /// The numbers that stand for something.
        expected: &'static str,
    },
    /// A parameter or a scale is not a number that it may be.
    #[error("{found} among the {what}; expected {expected}")]
    Number {
        /// The numbers.
        what: String,
        /// The wrong one.
        found: f32,
        /// The right ones.
        expected: &'static str,
    },
    /// The file holds a network for something else.
    #[error("a network for {found}; expected {expected}")]
    Subject {
        /// What the network is for.
        found: Box<Subject>,
        /// What was asked for.
        expected: Box<Subject>,
    },
}

/// What a network is for. Networks of the same subject can replace each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as text.
    pub rules: String,
    /// Columns and rows of the board.
    pub board: (usize, usize),
    /// Moves that are no point.
    pub extra_moves: usize,
    /// The number of planes.
    pub planes: usize,
    /// The version of the meaning of the planes.
    pub planes_version: u16,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Subject { game, rules, board: (width, height), extra_moves, planes, planes_version } =
            self;
        write!(
            f,
            "{game} {width}x{height} with the rules \"{rules}\", {extra_moves} extra moves and {planes} \
             planes of version {planes_version}"
        )
    }
}

impl Model {
    /// What the network is for.
    #[must_use]
    pub fn subject(&self) -> Subject {
        let shape = self.parameters.shape();
        Subject {
            game: self.game.clone(),
            rules: self.rules.clone(),
            board: (shape.width, shape.height),
            extra_moves: shape.extra_moves,
            planes: shape.planes,
            planes_version: self.planes_version,
        }
    }

    /// Is the network for this? Otherwise the error names both subjects.
    pub fn check_subject(&self, expected: &Subject) -> Result<(), ModelError> {
        let found = self.subject();
        if found == *expected {
            return Ok(());
        }
        Err(ModelError::Subject { found: Box::new(found), expected: Box::new(expected.clone()) })
    }

    /// The bytes of a file, or why there can be none.
    pub fn encode(&self, encoding: Encoding) -> Result<Vec<u8>, ModelError> {
        let shape = self.parameters.shape();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([shape.width as u8, shape.height as u8]);
        bytes.extend((shape.planes as u16).to_le_bytes());
        bytes.extend(self.planes_version.to_le_bytes());
        bytes.extend([shape.extra_moves as u8, shape.blocks as u8]);
        bytes.extend((shape.filters as u16).to_le_bytes());
        bytes.extend((shape.bins as u16).to_le_bytes());
        bytes.push(match self.target {
            Target::Costs => 0,
            Target::Outcome => 1,
        });
        for text in [&self.game, &self.rules, &self.record] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.push(u8::from(self.scales.is_some()));
        push_floats(&mut bytes, self.scales.as_deref().unwrap_or_default());
        for tensor in shape.tensors() {
            let values = &self.parameters.values()[tensor.range()];
            check_finite(tensor.part, values)?;
            push_tensor(&mut bytes, &tensor, values, encoding);
        }
        let checksum = crc32(&bytes);
        bytes.extend(checksum.to_le_bytes());
        // Texts that are too long and scales that do not fit show themselves here.
        Model::decode(&bytes)?;
        Ok(bytes)
    }

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
        ModelError::Short { what: what.to_string(), found: self.bytes.len(), expected }
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

fn check_finite(part: Part, values: &[f32]) -> Result<(), ModelError> {
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(()),
        Some(&found) => {
            let expected = "finite numbers";
            Err(ModelError::Number { what: part.to_string(), found, expected })
        }
    }
}

fn choice(what: impl ToString, found: u8, expected: &'static str) -> ModelError {
    ModelError::Choice { what: what.to_string(), found, expected }
}

fn push_floats(bytes: &mut Vec<u8>, values: &[f32]) {
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

fn push_tensor(bytes: &mut Vec<u8>, tensor: &Tensor, values: &[f32], encoding: Encoding) {
    let is_convolution = matches!(tensor.part, Part::Convolution(_));
    match encoding {
        Encoding::Int8 if is_convolution => {
            bytes.push(2);
            let column = |output: usize| values[output..].iter().copied().step_by(tensor.outputs);
            let scales: Vec<f32> =
                (0..tensor.outputs).map(|output| scale_of(column(output))).collect();
            push_floats(bytes, &scales);
            let scaled = values.iter().zip(scales.iter().cycle());
            bytes.extend(scaled.map(|(&value, &scale)| byte_of(value, scale) as u8));
        }
        Encoding::Bf16 if !tensor.is_bias() => {
            bytes.push(1);
            bytes.extend(values.iter().flat_map(|&value| bf16(value).to_le_bytes()));
        }
        _ => {
            bytes.push(0);
            push_floats(bytes, values);
        }
    }
}

/// The upper half of the nearest number whose lower 16 bits are zero; ties go to the even one.
fn bf16(value: f32) -> u16 {
    const LARGEST: f32 = f32::from_bits(0x7f7f_0000);
    let bits = value.clamp(-LARGEST, LARGEST).to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// The checksum CRC-32 of some bytes, as in gzip.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = value >> 1 ^ if value & 1 == 1 { 0xedb8_8320 } else { 0 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, &byte| sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize])
}
